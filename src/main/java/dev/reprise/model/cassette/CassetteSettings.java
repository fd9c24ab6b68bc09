package dev.reprise.model.cassette;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The directory of cassettes, and whether this server records or replays them. */
@ApplicationScoped
class CassetteSettings {

  static final String DIRECTORY = "reprise.cassettes.dir";
  static final String MODE = "reprise.cassettes.mode";

  private final Optional<Path> directory;
  private final boolean records;

  /**
   * @param directory empty for no cassettes
   * @param mode {@code record} or {@code replay}
   * @throws IllegalArgumentException if a value is not valid; names its property
   */
  @Inject
  CassetteSettings(
      @ConfigProperty(name = DIRECTORY) Optional<Path> directory,
      @ConfigProperty(name = MODE, defaultValue = "replay") String mode) {
    this.directory = directory;
    this.records =
        switch (mode) {
          case "record" -> true;
          case "replay" -> false;
          default ->
              throw new IllegalArgumentException(MODE + " must be record or replay, not " + mode);
        };
    if (directory.isPresent() && !Files.isDirectory(directory.get())) {
      throw new IllegalArgumentException(
          DIRECTORY + " must be a directory, not " + directory.get());
    }
    if (records && directory.filter(Files::isWritable).isEmpty()) {
      throw new IllegalArgumentException(
          "%2$s must be a writable directory if %1$s is record".formatted(MODE, DIRECTORY));
    }
  }

  void check(@Observes Startup unused) {
    // The call itself creates the bean, so a wrong value stops the start and not the first call.
  }

  boolean records() {
    return records;
  }

  boolean areConfigured() {
    return directory.isPresent();
  }

  /** Returns a cassette, whether or not its file exists; empty if no directory is configured. */
  Optional<Cassette> cassette(String name) {
    return directory.map(in -> new Cassette(name, in.resolve(name + ".jsonl")));
  }
}
