package dev.reprise.cli.watch;

import dev.reprise.cli.output.Output;
import dev.reprise.client.Run;
import dev.reprise.client.stream.Event;
import java.io.PrintWriter;
import java.time.Duration;

/** Prints each recorded event as JSON in a line. */
public final class JsonView implements WatchView {

  private final Output output;
  private final PrintWriter err;

  public JsonView(Output output, PrintWriter err) {
    this.output = output;
    this.err = err;
  }

  @Override
  public void show(Event event, WatchedRun run) {
    if (event.isRecorded()) {
      output.line(event.json());
    }
  }

  @Override
  public void end(Run run) {
    // the last event says so
  }

  @Override
  public void connected() {
    // the first event says so
  }

  @Override
  public void lost(String why, Duration delay) {
    err.println(LineView.sentence(why, delay));
    err.flush();
  }
}
