package dev.reprise.client.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The protocol of server-sent events, as the HTML standard has it. */
class ServerSentEventReaderTest {

  private final AtomicInteger lines = new AtomicInteger();

  @Test
  void anEventHasATypeAnIdAndLinesOfData() throws IOException {
    assertThat(all("id: 7\nevent: a\ndata: one\ndata:two\ndata\n\n"))
        .containsExactly(new ServerSentEvent(Optional.of("7"), "a", "one\ntwo\n"));
  }

  @Test
  void anEventWithoutATypeIsAMessageAndHasNoIdOfAnother() throws IOException {
    assertThat(all("id: 7\ndata: x\n\ndata: y\n\n"))
        .containsExactly(
            new ServerSentEvent(Optional.of("7"), "message", "x"),
            new ServerSentEvent(Optional.empty(), "message", "y"));
  }

  @Test
  void linesEndInAnyWay() throws IOException {
    assertThat(all("data: a\r\n\r\ndata: b\r\rdata: c\n\n"))
        .extracting(ServerSentEvent::data)
        .containsExactly("a", "b", "c");
  }

  @Test
  void heartbeatsAreHeardAndAreNoEvents() throws IOException {
    assertThat(all(":\n\n: still here\n\n")).isEmpty();
    assertThat(lines).hasValue(4);
  }

  @Test
  void whatIsCutOffIsDropped() throws IOException {
    assertThat(all("data: a\n\nid: 2\ndata: b\n"))
        .extracting(ServerSentEvent::data)
        .containsExactly("a");
  }

  @Test
  void itKeepsTheTimeOfARetryIfItIsOne() throws IOException {
    ServerSentEventReader reader = reader("retry: 250\nretry: soon\ndata: a\n\n");
    reader.next();

    assertThat(reader.retry()).contains(Duration.ofMillis(250));
  }

  private List<ServerSentEvent> all(String stream) throws IOException {
    ServerSentEventReader reader = reader(stream);
    List<ServerSentEvent> all = new ArrayList<>();
    Optional<ServerSentEvent> next = reader.next();
    while (next.isPresent()) {
      all.add(next.get());
      next = reader.next();
    }
    return all;
  }

  private ServerSentEventReader reader(String stream) {
    return new ServerSentEventReader(
        new ByteArrayInputStream(stream.getBytes(StandardCharsets.UTF_8)), lines::incrementAndGet);
  }
}
