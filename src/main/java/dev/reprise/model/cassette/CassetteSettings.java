package dev.reprise.model.cassette;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Where cassettes are, and whether this server records or replays them. */
@ApplicationScoped
class CassetteSettings {

  static final String DIRECTORY = "reprise.cassettes.dir";
  static final String MODE = "reprise.cassettes.mode";

  private Optional<Path> directory = Optional.empty();
  private boolean records;

  /** For the container's proxy. */
  CassetteSettings() {}

  /**
   * @param directory without it there are no cassettes
   * @param mode {@code record} or {@code replay}
   * @throws IllegalArgumentException if a value cannot work; names its property
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
          default -> throw new IllegalArgumentException(MODE + " is record or replay, not " + mode);
        };
    if (directory.isPresent() && !Files.isDirectory(directory.get())) {
      throw new IllegalArgumentException(DIRECTORY + " is no directory: " + directory.get());
    }
    if (records && directory.filter(Files::isWritable).isEmpty()) {
      throw new IllegalArgumentException(
          "%s is record, and %s is no directory that can be written to".formatted(MODE, DIRECTORY));
    }
  }

  void check(@Observes Startup unused) {
    // Being called is the point: a wrong value stops the start, not the first call.
  }

  boolean records() {
    return records;
  }

  boolean areThere() {
    return directory.isPresent();
  }

  /** Returns a cassette, be there a file of it or not; empty if no directory is configured. */
  Optional<Cassette> cassette(String name) {
    return directory.map(in -> new Cassette(name, in.resolve(name + ".jsonl")));
  }
}
