// Connect Four and textbook alpha-beta by hand: the measure for what the compiled lane makes of the Python text.
//
// The same board as halfmove/games/connect_four.py, the same algorithm as halfmove/search/alphabeta.py, columns from
// left to right, and the same nodes: bench/ refuses to compare times where the counts differ.

#include <algorithm>
#include <cstdint>
#include <limits>

namespace {

constexpr int WIDTH = 7, HEIGHT = 6;
constexpr double INFINITE = std::numeric_limits<double>::infinity();

struct Board {
    std::int64_t mine;  // stones of the player to move
    std::int64_t mask;  // stones of both players
    std::int64_t player;
};

constexpr std::int64_t bottom(int column) { return std::int64_t{1} << column * (HEIGHT + 1); }
constexpr std::int64_t all() {
    std::int64_t cells = 0;
    for (int column = 0; column < WIDTH; ++column) cells |= bottom(column) * ((1 << HEIGHT) - 1);
    return cells;
}

constexpr std::int64_t ALL = all();
constexpr std::int64_t top(int column) { return bottom(column) << (HEIGHT - 1); }

bool connects(std::int64_t stones) {
    for (int step : {1, HEIGHT, HEIGHT + 1, HEIGHT + 2}) {
        const std::int64_t pairs = stones & stones >> step;
        if (pairs & pairs >> 2 * step) return true;
    }
    return false;
}

bool is_terminal(const Board& board) { return connects(board.mine ^ board.mask) || board.mask == ALL; }

double utility(const Board& board, std::int64_t player) {
    if (!connects(board.mine ^ board.mask)) return 0.0;
    return player == board.player ? -1.0 : 1.0;
}

Board result(const Board& board, int column) {
    return {board.mine ^ board.mask, board.mask | (board.mask + bottom(column)), 1 - board.player};
}

double value_of(Board board, std::int64_t player, int depth, double alpha, double beta, std::int64_t& nodes) {
    ++nodes;
    if (is_terminal(board)) return utility(board, player);
    if (depth == 0) return 0.0;
    const bool maximizing = board.player == player;
    double best = maximizing ? -INFINITE : INFINITE;
    for (int column = 0; column < WIDTH; ++column) {
        if (board.mask & top(column)) continue;
        const double value = value_of(result(board, column), player, depth - 1, alpha, beta, nodes);
        if (maximizing) {
            best = std::max(best, value);
            alpha = std::max(alpha, best);
        } else {
            best = std::min(best, value);
            beta = std::min(beta, best);
        }
        if (alpha >= beta) break;
    }
    return best;
}

}  // namespace

extern "C" double search(std::int64_t mine, std::int64_t mask, std::int64_t player, int depth, std::int64_t* nodes) {
    *nodes = 0;
    return value_of({mine, mask, player}, player, depth, -INFINITE, INFINITE, *nodes);
}
