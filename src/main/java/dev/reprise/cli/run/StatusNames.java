package dev.reprise.cli.run;

import dev.reprise.client.RunStatus;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads the status of a run, and proposes the statuses that a run can have; {@link
 * RunStatus#UNKNOWN} is none of them. Tested by {@code TypedArgumentsTest}.
 */
final class StatusNames implements ITypeConverter<RunStatus>, Iterable<String> {

  private static final Set<RunStatus> STATUSES =
      EnumSet.complementOf(EnumSet.of(RunStatus.UNKNOWN));

  @Override
  public RunStatus convert(String text) {
    return STATUSES.stream()
        .filter(it -> name(it).equals(text.toLowerCase(Locale.ROOT).replace('_', '-')))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "must be one of %s; it is '%s'".formatted(String.join(", ", this), text)));
  }

  @Override
  public Iterator<String> iterator() {
    return STATUSES.stream().map(StatusNames::name).iterator();
  }

  private static String name(RunStatus status) {
    return status.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
