"""Self-play with networks: a tree search that a network guides plays the games from which the network learns.

games the arrays, gumbel the search, selfplay the loop, workers threads; net what is learned, replay what it learns
from, loss how, training the loop on a device, checkpoint what is kept, records games of others.
"""
