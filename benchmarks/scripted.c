/* A scripted program: for each line that it reads, it prints the next line of its script.
 *
 *   scripted SCRIPT MICROSECONDS [init]      with init, it uses SCRIPT.init, and prints the first line without a request
 *
 * It computes for that long before each line; 0 prints as fast as possible.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char *next_line;
static long thinking;

static long microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void say(void) {
  const long until = thinking ? microseconds() + thinking : 0;
  while (thinking && microseconds() < until) continue;
  char *end = strchr(next_line, '\n');
  if (!end) exit(0);
  if (write(STDOUT_FILENO, next_line, (size_t)(end + 1 - next_line)) < 0) exit(1);
  next_line = end + 1;
}

int main(int argc, char **argv) {
  static char script[1 << 20], input[4096], path[4096];
  const int begins = argc > 3 && strcmp(argv[3], "init") == 0;
  if (argc > 1) snprintf(path, sizeof path, "%s%s", argv[1], begins ? ".init" : "");
  FILE *file = fopen(path, "r");
  if (!file) return 1;
  script[fread(script, 1, sizeof script - 1, file)] = '\0';
  next_line = script;
  thinking = argc > 2 ? atol(argv[2]) : 0;
  if (begins) say();
  for (ssize_t count; (count = read(STDIN_FILENO, input, sizeof input)) > 0;)
    for (ssize_t i = 0; i < count; i++)
      if (input[i] == '\n') say();
  return 0;
}
