package dev.reprise.cli.watch;

import dev.reprise.client.Run;
import dev.reprise.client.stream.Event;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** Prints events as they come, and keeps below them where the run stands. */
public final class TerminalView implements WatchView {

  private final PrintWriter out;
  private final ZoneId zone;
  private final int width;
  private WatchedRun run = WatchedRun.UNKNOWN;
  private String connection = "";
  private List<String> shown = List.of();

  public TerminalView(PrintWriter out, ZoneId zone, int width) {
    this.out = out;
    this.zone = zone;
    this.width = width;
  }

  @Override
  public synchronized void show(Event event, WatchedRun now) {
    run = now;
    draw(event.isRecorded() ? Optional.of(LineView.line(event, zone)) : Optional.empty());
  }

  @Override
  public synchronized void end(Run ended) {
    connection = "";
    draw(Optional.empty());
    out.println(ended.status());
    out.flush();
  }

  @Override
  public synchronized void connected() {
    connection = "";
  }

  @Override
  public synchronized void lost(String why, Duration delay) {
    connection = LineView.sentence(why, delay);
    draw(Optional.empty());
  }

  private void draw(Optional<String> line) {
    List<String> block = StatusBlock.lines(run, connection, width);
    if (line.isEmpty() && block.equals(shown)) {
      return;
    }
    if (!shown.isEmpty()) {
      // up as many lines, and clear from there to the end of the screen
      out.print("\u001b[%dA\u001b[J".formatted(shown.size()));
    }
    line.ifPresent(out::println);
    block.forEach(out::println);
    out.flush();
    shown = block;
  }
}
