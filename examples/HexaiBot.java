import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Scanner;

/**
 * A Hex bot that speaks the hexai protocol: java HexaiBot.java X|O [side] [iterations].
 *
 * <p>X moves first and connects top and bottom. A move is sent as "Xa10 #14 t=358ms", with a dot instead of the
 * space if it wins.
 */
public class HexaiBot {
  private static final int[][] STEPS = {{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}};

  private final char color;
  private final int size;
  private final Map<String, Character> stones = new HashMap<>();
  private final Random random = new Random();

  HexaiBot(char color, int size) {
    this.color = color;
    this.size = size;
  }

  public static void main(String[] arguments) {
    int size = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 11;
    new HexaiBot(arguments[0].charAt(0), size).play(new Scanner(System.in));
  }

  private void play(Scanner input) {
    char other = color == 'X' ? 'O' : 'X';
    System.out.println(color + ": random bot in Java");
    int number = 1;
    boolean greeted = false;
    while (input.hasNextLine()) {
      String line = input.nextLine();
      if (line.isEmpty() || line.charAt(0) != other) continue;
      if (line.startsWith(other + ":")) {
        if (color == 'X' && !greeted) move(number++);
        greeted = true;
        continue;
      }
      if (line.startsWith(other + ".")) return;
      String cell = line.substring(1).split("[ .]")[0];
      stones.put(cell, other);
      if (line.startsWith(other + cell + ".") || wins(other)) return;
      if (move(number++)) return;
    }
  }

  /** Plays a random empty cell and returns whether it wins. */
  private boolean move(int number) {
    long start = System.currentTimeMillis();
    List<String> empty = new ArrayList<>();
    for (int row = 0; row < size; row++)
      for (int column = 0; column < size; column++)
        if (!stones.containsKey(name(row, column))) empty.add(name(row, column));
    String cell = empty.get(random.nextInt(empty.size()));
    stones.put(cell, color);
    boolean won = wins(color);
    long time = System.currentTimeMillis() - start;
    System.out.println(color + cell + (won ? "." : " ") + "#" + number + " t=" + time + "ms");
    return won;
  }

  private static String name(int row, int column) {
    return (char) ('a' + column) + String.valueOf(row + 1);
  }

  /** Returns whether a chain of that colour connects its edges. */
  private boolean wins(char who) {
    boolean[][] reached = new boolean[size][size];
    List<int[]> frontier = new ArrayList<>();
    for (int i = 0; i < size; i++) reach(who == 'X' ? 0 : i, who == 'X' ? i : 0, who, reached, frontier);
    while (!frontier.isEmpty()) {
      int[] cell = frontier.remove(frontier.size() - 1);
      if ((who == 'X' ? cell[0] : cell[1]) == size - 1) return true;
      for (int[] step : STEPS) reach(cell[0] + step[0], cell[1] + step[1], who, reached, frontier);
    }
    return false;
  }

  private void reach(int row, int column, char who, boolean[][] reached, List<int[]> frontier) {
    if (row < 0 || row >= size || column < 0 || column >= size || reached[row][column]) return;
    if (!Character.valueOf(who).equals(stones.get(name(row, column)))) return;
    reached[row][column] = true;
    frontier.add(new int[] {row, column});
  }
}
