package dev.reprise.cli.options;

import dev.reprise.client.Change;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What goes with a change. */
public final class ChangeOptions {

  @Mixin KeyOption key = new KeyOption();

  @Option(names = "--reason", description = "Is kept in the record.")
  @Nullable String reason;

  public Change change() {
    return new Change(key.key(), Optional.ofNullable(reason));
  }
}
