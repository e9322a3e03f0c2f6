// A checkers client over the KTH protocol with one mistake: `java Bot FAULT [init]`. Knows the rules by itself.
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

class Bot {
  static String fault;
  static final StringBuilder held = new StringBuilder();

  static int row(int square) {
    return square / 4;
  }

  static int column(int square) {
    return 2 * (square % 4) + (square / 4 + 1) % 2;
  }

  static int square(int row, int column) {
    return row >= 0 && row < 8 && column >= 0 && column < 8 ? 4 * row + column / 2 : -1;
  }

  static boolean goes(char piece, int down) {
    return Character.isUpperCase(piece) || down == (piece == 'r' ? 1 : -1);
  }

  static char crowned(char piece, int square) {
    int last = Character.toLowerCase(piece) == 'r' ? 7 : 0;
    return row(square) == last ? Character.toUpperCase(piece) : piece;
  }

  static String put(String board, int square, char piece) {
    return board.substring(0, square) + piece + board.substring(square + 1);
  }

  static List<List<Integer>> jumps(String board, int here, char piece) {
    List<List<Integer>> found = new ArrayList<>();
    char enemy = Character.toLowerCase(piece) == 'r' ? 'w' : 'r';
    for (int down = -1; down <= 1; down += 2) {
      for (int right = -1; right <= 1; right += 2) {
        int over = square(row(here) + down, column(here) + right);
        int there = square(row(here) + 2 * down, column(here) + 2 * right);
        if (!goes(piece, down) || there < 0 || board.charAt(there) != '.') continue;
        if (Character.toLowerCase(board.charAt(over)) != enemy) continue;
        List<List<Integer>> rest = new ArrayList<>();
        if (crowned(piece, there) == piece && !fault.equals("missed_jump"))
          rest = jumps(put(board, over, '.'), there, piece);
        if (rest.isEmpty()) rest.add(List.of(there));
        for (List<Integer> tail : rest) {
          List<Integer> path = new ArrayList<>(List.of(here));
          path.addAll(tail);
          found.add(path);
        }
      }
    }
    return found;
  }

  static List<List<Integer>> moves(String board, char side) {
    List<List<Integer>> taken = new ArrayList<>();
    List<List<Integer>> quiet = new ArrayList<>();
    for (int here = 0; here < 32; here++) {
      char piece = board.charAt(here);
      if (Character.toLowerCase(piece) != side) continue;
      taken.addAll(jumps(put(board, here, '.'), here, piece));
      for (int down = -1; down <= 1; down += 2) {
        for (int right = -1; right <= 1; right += 2) {
          int there = square(row(here) + down, column(here) + right);
          if (goes(piece, down) && there >= 0 && board.charAt(there) == '.') quiet.add(List.of(here, there));
        }
      }
    }
    return taken.isEmpty() ? quiet : taken;
  }

  static void say(String line) {
    held.append(line).append('\n');
    if (!fault.equals("no_flush")) flush();
  }

  static void flush() {
    System.out.print(held);
    System.out.flush();
    held.setLength(0);
  }

  static void answer(String[] words, int number) throws InterruptedException {
    String board = words[0];
    char side = words[2].charAt(0);
    int left = Integer.parseInt(words[3]);
    String other = side == 'r' ? " w " : " r ";
    List<List<Integer>> legal = moves(board, side);
    if (legal.isEmpty() || left == 0) {
      say(board + (!legal.isEmpty() ? " -4" : side == 'r' ? " -3" : " -2") + other + left);
      return;
    }
    if (fault.equals("slow") && number > 1) Thread.sleep(600_000);
    if (fault.equals("crash") && number == 5) legal.get(legal.size());
    if (fault.equals("debug")) say("choosing from " + legal.size() + " moves");
    List<Integer> path = legal.get(number % legal.size());
    if (fault.equals("illegal")) path = side == 'r' ? List.of(0, 4) : List.of(31, 27);
    char piece = board.charAt(path.get(0));
    board = put(board, path.get(0), '.');
    int captures = 0;
    String move = "_" + (path.get(0) + 1);
    for (int i = 1; i < path.size(); i++) {
      int from = path.get(i - 1);
      int to = path.get(i);
      move += "_" + (to + 1);
      if (Math.abs(row(from) - row(to)) != 2) continue;
      board = put(board, square((row(from) + row(to)) / 2, (column(from) + column(to)) / 2), '.');
      captures++;
    }
    int last = path.get(path.size() - 1);
    board = put(board, last, crowned(piece, last));
    say(board + " " + captures + move + other + (captures > 0 ? 50 : left - 1));
  }

  public static void main(String[] arguments) throws InterruptedException {
    fault = arguments[0];
    if (arguments.length > 1) say("rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50");
    Scanner lines = new Scanner(System.in);
    for (int number = 1; lines.hasNextLine(); number++) {
      String[] words = lines.nextLine().trim().split(" +");
      if (words[1].equals("-2") || words[1].equals("-3") || words[1].equals("-4")) break;
      answer(words, number);
    }
    flush();
  }
}
