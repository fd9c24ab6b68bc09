package dev.reprise.cli.watch;

import dev.reprise.client.Run;
import dev.reprise.client.stream.Event;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.Consumer;

/** Shows a run when it has ended, and nothing of how it came to that. */
public final class EndView implements WatchView {

  private final Consumer<Run> printer;
  private final PrintWriter err;

  public EndView(Consumer<Run> printer, PrintWriter err) {
    this.printer = printer;
    this.err = err;
  }

  @Override
  public void show(Event event, WatchedRun run) {
    // only the end counts
  }

  @Override
  public void end(Run run) {
    printer.accept(run);
  }

  @Override
  public void connected() {
    // only the end counts
  }

  @Override
  public void lost(String why, Duration delay) {
    err.println(LineView.sentence(why, delay));
    err.flush();
  }
}
