package dev.reprise.platform.configuration;

import java.io.Serial;
import java.util.List;

/** The configuration has errors, all of which the message lists, each on a line. */
public final class InvalidConfigurationException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  InvalidConfigurationException(List<String> errors) {
    super(
        "the configuration has %d error%s:%n%s"
            .formatted(errors.size(), errors.size() == 1 ? "" : "s", String.join("\n", errors)));
  }
}
