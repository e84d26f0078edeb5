"""Tables of chess endings: which men convert into which endings, and retrograde analysis within one of them."""
