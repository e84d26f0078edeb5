"""Games that are written down: explicit trees and graphs, the figures of the textbooks, random ones."""
