"""Networks that play without a neural library: what they see, and their forward pass in NumPy."""
