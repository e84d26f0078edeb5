"""What is known for certain: tables of whole games and of endings, opening books, and games that ask them."""
