package dev.reprise.cli.watch;

import dev.reprise.client.Run;
import dev.reprise.client.stream.Event;
import dev.reprise.platform.PlainText;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Prints a line for each recorded event; what the connection does is said on the other writer. */
public final class LineView implements WatchView {

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

  private final PrintWriter out;
  private final PrintWriter err;
  private final ZoneId zone;
  private boolean isLost;

  public LineView(PrintWriter out, PrintWriter err, ZoneId zone) {
    this.out = out;
    this.err = err;
    this.zone = zone;
  }

  @Override
  public void show(Event event, WatchedRun run) {
    if (event.isRecorded()) {
      out.println(line(event, zone));
      out.flush();
    }
  }

  /** Returns the time of an event and what it says. */
  static String line(Event event, ZoneId zone) {
    String time = event.at().map(it -> TIME.format(it.atZone(zone))).orElse("--:--:--");
    return time + "  " + EventText.of(event);
  }

  @Override
  public void end(Run run) {
    out.println(run.status());
    out.flush();
  }

  @Override
  public void connected() {
    if (isLost) {
      err.println("connected again");
      err.flush();
    }
    isLost = false;
  }

  @Override
  public void lost(String why, Duration delay) {
    isLost = true;
    err.println(sentence(why, delay));
    err.flush();
  }

  static String sentence(String why, Duration delay) {
    return "%s; tries again in %.1f s".formatted(PlainText.of(why), delay.toMillis() / 1000.0);
  }
}
