// Hex by UCT with random playouts, speaking HTP.
// g++ -O2 -std=c++17 -o uct uct.cpp ; ./uct [iterations] [seed]
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>
using namespace std;

enum { EMPTY = 0, BLACK = 1, WHITE = 2 };

static int N = 11;
static int iterations = 20000;
static uint64_t seed0 = 88172645463325252ULL;
static uint64_t rng_state;

static uint32_t rnd() {
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (uint32_t)(rng_state >> 32);
}

// the six neighbours in circular order: up, up-right, right, down, down-left, left
static const int DR[6] = {-1, -1, 0, 1, 1, 0};
static const int DC[6] = {0, 1, 1, 0, -1, -1};

static int opponent(int c) { return 3 - c; }

struct Board {
    vector<int> cell;
    Board() : cell(N * N, EMPTY) {}
    int stones() const {
        int k = 0;
        for (int c : cell) k += c != EMPTY;
        return k;
    }
};

// Is the chain of black from top to bottom (white: left to right) complete?
static bool connected(const vector<int>& cell, int colour) {
    static vector<int> stack;
    static vector<char> seen;
    seen.assign(N * N, 0);
    stack.clear();
    for (int i = 0; i < N; i++) {
        int p = colour == BLACK ? i : i * N;
        if (cell[p] == colour) { seen[p] = 1; stack.push_back(p); }
    }
    while (!stack.empty()) {
        int p = stack.back();
        stack.pop_back();
        int r = p / N, c = p % N;
        if ((colour == BLACK ? r : c) == N - 1) return true;
        for (int d = 0; d < 6; d++) {
            int y = r + DR[d], x = c + DC[d];
            if (y < 0 || y >= N || x < 0 || x >= N) continue;
            int q = y * N + x;
            if (!seen[q] && cell[q] == colour) { seen[q] = 1; stack.push_back(q); }
        }
    }
    return false;
}

// What a playout sees at (y, x): outside of the board are the edges of the players.
static int look(const vector<int>& cell, int y, int x) {
    if (y < 0 || y >= N) return (x < 0 || x >= N) ? EMPTY : BLACK;
    if (x < 0 || x >= N) return WHITE;
    return cell[y * N + x];
}

// If the opponent's last stone intrudes into a bridge of `me`, the cell that saves it, else -1.
static int save_bridge(const vector<int>& cell, int last, int me) {
    int r = last / N, c = last % N;
    int start = rnd() % 6;
    for (int k = 0; k < 6; k++) {
        int a = (start + k) % 6, b = (a + 1) % 6, e = (a + 2) % 6;
        int y = r + DR[b], x = c + DC[b];
        if (y < 0 || y >= N || x < 0 || x >= N || cell[y * N + x] != EMPTY) continue;
        if (look(cell, r + DR[a], c + DC[a]) == me && look(cell, r + DR[e], c + DC[e]) == me) return y * N + x;
    }
    return -1;
}

// Fill the board at random; returns the winner.
static int playout(vector<int>& cell, int to_move, int last) {
    static vector<int> empties;
    empties.clear();
    for (int p = 0; p < N * N; p++)
        if (cell[p] == EMPTY) empties.push_back(p);
    for (int i = (int)empties.size() - 1; i > 0; i--) swap(empties[i], empties[rnd() % (i + 1)]);
    size_t next = 0;
    int colour = to_move;
    while (true) {
        int move = last >= 0 ? save_bridge(cell, last, colour) : -1;
        if (move < 0) {
            while (next < empties.size() && cell[empties[next]] != EMPTY) next++;
            if (next == empties.size()) break;
            move = empties[next++];
        }
        cell[move] = colour;
        last = move;
        colour = opponent(colour);
    }
    return connected(cell, BLACK) ? BLACK : WHITE;
}

struct Node {
    int move, mover;  // the move that led here, and who played it
    int visits = 0;
    int wins = 0;     // for the mover
    int winner = EMPTY;
    bool expanded = false;
    vector<unique_ptr<Node>> kids;
    Node(int m, int who) : move(m), mover(who) {}
};

static Node* select_child(Node* node) {
    Node* best = nullptr;
    double best_value = -1;
    double logn = log((double)node->visits + 1);
    for (auto& k : node->kids) {
        double value;
        if (k->visits == 0)
            value = 1000 + rnd() % 1000;
        else
            value = (double)k->wins / k->visits + 0.7 * sqrt(logn / k->visits);
        if (value > best_value) { best_value = value; best = k.get(); }
    }
    return best;
}

static void expand(Node* node, const vector<int>& cell) {
    int colour = opponent(node->mover);
    for (int p = 0; p < N * N; p++)
        if (cell[p] == EMPTY) node->kids.emplace_back(new Node(p, colour));
    node->expanded = true;
}

static unique_ptr<Node> think(const Board& board, int colour) {
    rng_state = seed0;
    unique_ptr<Node> root(new Node(-1, opponent(colour)));
    expand(root.get(), board.cell);
    for (int i = 0; i < iterations; i++) {
        vector<int> cell = board.cell;
        vector<Node*> path{root.get()};
        Node* node = root.get();
        while (node->expanded && node->winner == EMPTY && !node->kids.empty()) {
            node = select_child(node);
            cell[node->move] = node->mover;
            path.push_back(node);
        }
        if (node->visits == 0 && connected(cell, node->mover)) node->winner = node->mover;
        int winner = node->winner;
        if (winner == EMPTY) {
            if (node->visits >= 3 && !node->expanded) expand(node, cell);
            int turn = opponent(node->mover);
            winner = playout(cell, turn, node->move);
        }
        for (Node* n : path) {
            n->visits++;
            if (winner == n->mover) n->wins++;
        }
    }
    return root;
}

static string name_of(int p) { return string(1, (char)('a' + p % N)) + to_string(p / N + 1); }

struct Game {
    Board board;
    bool allow_swap = false;

    void put(int p, int colour) { board.cell[p] = colour; }

    void swap_pieces() {
        for (int p = 0; p < N * N; p++)
            if (board.cell[p] == BLACK) {
                board.cell[p] = EMPTY;
                int r = p / N, c = p % N;
                board.cell[c * N + r] = WHITE;
                return;
            }
    }

    string genmove(int colour) {
        int stones = board.stones();
        // a win in one needs no search
        for (int p = 0; p < N * N; p++)
            if (board.cell[p] == EMPTY) {
                board.cell[p] = colour;
                bool won = connected(board.cell, colour);
                board.cell[p] = EMPTY;
                if (won) { put(p, colour); return name_of(p); }
            }
        auto root = think(board, colour);
        if (allow_swap && stones == 0) {
            int p = N >= 3 ? N : 0;  // a2: not worth a swap
            put(p, colour);
            return name_of(p);
        }
        Node* best = nullptr;
        for (auto& k : root->kids)
            if (!best || k->visits > best->visits) best = k.get();
        if (!best) return "resign";
        double chance = root->visits ? 1 - (double)root->wins / root->visits : 0;  // over all replies
        if (allow_swap && stones == 1 && colour == WHITE && chance < 0.5) {
            swap_pieces();
            return "swap-pieces";
        }
        put(best->move, colour);
        return name_of(best->move);
    }
};

static string lower(string s) {
    for (char& ch : s) ch = (char)tolower((unsigned char)ch);
    return s;
}

int main(int argc, char** argv) {
    if (argc > 1) iterations = atoi(argv[1]);
    if (argc > 2) seed0 ^= 1000003ULL * strtoull(argv[2], nullptr, 10);
    Game game;
    string line;
    while (getline(cin, line)) {
        istringstream in(line);
        string id, word;
        if (!(in >> word)) continue;
        if (isdigit((unsigned char)word[0])) { id = word; if (!(in >> word)) continue; }
        bool ok = true;
        string answer;
        if (word == "name") answer = "uct";
        else if (word == "version") answer = "1.0";
        else if (word == "protocol_version") answer = "2";
        else if (word == "list_commands") answer = "name version protocol_version boardsize clear_board play genmove param_game quit";
        else if (word == "boardsize") {
            int n = 0;
            if (in >> n && n >= 1 && n <= 26) { N = n; game.board = Board(); }
            else { ok = false; answer = "bad size"; }
        } else if (word == "clear_board") {
            game.board = Board();
        } else if (word == "param_game") {
            string key, value;
            in >> key >> value;
            if (key == "allow_swap") game.allow_swap = value == "1";
        } else if (word == "play") {
            string colour, move;
            in >> colour >> move;
            colour = lower(colour);
            move = lower(move);
            if (move == "swap-pieces") game.swap_pieces();
            else if (move != "resign") {
                int c = move.empty() ? -1 : move[0] - 'a', r = move.size() > 1 ? atoi(move.c_str() + 1) - 1 : -1;
                if (r < 0 || r >= N || c < 0 || c >= N || game.board.cell[r * N + c] != EMPTY) { ok = false; answer = "illegal move"; }
                else game.put(r * N + c, colour[0] == 'b' ? BLACK : WHITE);
            }
        } else if (word == "genmove") {
            string colour;
            in >> colour;
            answer = game.genmove(lower(colour)[0] == 'b' ? BLACK : WHITE);
        } else if (word == "quit") {
            cout << "=" << id << "\n\n" << flush;
            return 0;
        } else { ok = false; answer = "unknown command"; }
        cout << (ok ? "=" : "?") << id << " " << answer << "\n\n" << flush;
    }
}
