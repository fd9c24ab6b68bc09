package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * What the command says, where, and with which exit code; sound files are {@code
 * VerifiedExportIT}'s.
 */
class VerifyCommandTest {

  private final Path directory;

  VerifyCommandTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void saysOnStandardErrorWhatIsNotSound() throws IOException {
    Path file = Files.writeString(directory.resolve("run.jsonl"), "hello\n");

    assertThat(execute("verify", file.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("not sound: line 1: is not a line of a record file");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void saysWhichKeyIsWrongAndNeverQuotesIt() throws IOException {
    Path file = Files.writeString(directory.resolve("run.jsonl"), "hello\n");
    Path keys = Files.writeString(directory.resolve("keys"), "k1=c2VjcmV0\n");

    assertThat(execute("verify", file.toString(), "--key-file", keys.toString())).isEqualTo(1);
    assertThat(err.toString())
        .contains("key 'k1' has 6 bytes; a key must have 32")
        .doesNotContain("c2VjcmV0");
  }

  @Test
  void saysHowAKnownEventIsWritten() throws IOException {
    Path file = Files.writeString(directory.resolve("run.jsonl"), "hello\n");

    assertThat(execute("verify", file.toString(), "--has", "12")).isEqualTo(2);
    assertThat(err.toString())
        .contains("'--has'", "must be the number of an event, ':' and its hash");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    assertThat(execute("verify", "no-such-file")).isEqualTo(1);
    assertThat(err.toString()).contains("no-such-file");
  }

  @Test
  void needsAPasswordToAskAServer() {
    assertThat(execute("configuration", "--server", "http://127.0.0.1:1")).isEqualTo(2);
    assertThat(err.toString()).contains("REPRISE_PASSWORD must be set");
  }

  @Test
  void quotesNoLoginOfAnAddress() {
    assertThat(execute("configuration", "--server", "https://ana:secret @x")).isEqualTo(2);
    assertThat(err.toString()).contains("https://…@x").doesNotContain("secret");
  }

  @Test
  void wrongUsageHasAnExitCodeOfItsOwn() {
    assertThat(execute("verify")).isEqualTo(2);
    assertThat(err.toString()).contains("FILE");
  }

  private int execute(String... arguments) {
    CommandLine program = Main.commandLine();
    program.setOut(new PrintWriter(out, true));
    program.setErr(new PrintWriter(err, true));
    return program.execute(arguments);
  }
}
