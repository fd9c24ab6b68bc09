package dev.reprise.cli;

import dev.reprise.cli.options.TextFile;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.Position;
import dev.reprise.journal.file.ForgedRecordFileException;
import dev.reprise.journal.file.RecordVerifier;
import dev.reprise.platform.FailureText;
import dev.reprise.platform.KeyRing;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Verifies a record file without a server. */
@Command(
    name = "verify",
    description = "Verifies the exported record of a run; needs the file and its sealing keys.",
    mixinStandardHelpOptions = true)
final class VerifyCommand implements Callable<Integer> {

  @Spec @Nullable CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The exported file.")
  @Nullable Path file;

  @Option(
      names = "--key-file",
      paramLabel = "KEYS",
      description =
          "A file with the keys that seal the record, each id=<Base64> on a line. Without it, only"
              + " changes are found whose author did not recompute the SHA-256 hashes.")
  @Nullable Path keys;

  @Option(
      names = "--has",
      paramLabel = "NUMBER:HASH",
      converter = KnownEvent.class,
      description =
          "An event that the file must have, from a line of the server's log about its audit record."
              + " Without it, an end that was cut off in the database is not noticed.")
  Position known = Position.START;

  @Override
  public Integer call() {
    if (spec == null || file == null) {
      throw new IllegalStateException("picocli sets these fields");
    }
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    try (InputStream in = Files.newInputStream(file)) {
      RecordVerifier.Sound sound =
          new RecordVerifier(keys == null ? KeyRing.EMPTY : KeyRing.parse(TextFile.read(keys)))
              .verify(in, known);
      out.printf(
          "sound: %s, %d events, %s%n",
          sound.header().hasNoRun()
              ? "audit record of tenant " + sound.header().tenant()
              : "run " + sound.header().run(),
          sound.events(),
          sound.keys().isEmpty() ? "not sealed" : "sealed with " + String.join(", ", sound.keys()));
      return 0;
    } catch (ForgedRecordFileException | BrokenRecordException e) {
      err.printf("not sound: %s%n", e.getMessage());
    } catch (IOException | IllegalArgumentException e) {
      err.printf("cannot verify: %s%n", FailureText.of(e));
    }
    return 1;
  }

  /** Reads an event that is known to be in the file. */
  static final class KnownEvent implements ITypeConverter<Position> {

    private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,17}):([0-9a-f]{64})");

    @Override
    public Position convert(String text) {
      Matcher parts = FORM.matcher(text);
      if (!parts.matches()) {
        throw new TypeConversionException(
            "must be the number of an event, ':' and its hash of 64 hexadecimal digits");
      }
      return new Position(Long.parseLong(parts.group(1)), parts.group(2));
    }
  }
}
