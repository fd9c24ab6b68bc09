package dev.reprise.model.cassette;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/** The directory of cassettes, and whether this server records or replays them. */
@ApplicationScoped
class CassetteSettings {

  static final Setting<Path> DIRECTORY =
      Setting.optional("reprise.cassettes.dir", SettingType.path())
          .means("the directory of the cassettes; without it no agent can use `recorded`");
  private static final Setting<Mode> MODE =
      Setting.of("reprise.cassettes.mode", SettingType.choice(Mode.class), "replay")
          .means(
              "`replay` answers from cassettes and calls no provider; `record` calls it, and"
                  + " appends each call to the cassette");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("cassettes", DIRECTORY, MODE);
    }

    @Override
    public void check(Config config) {
      new CassetteSettings(config);
    }
  }

  /** What this server does with cassettes. */
  enum Mode {
    RECORD,
    REPLAY
  }

  private final Optional<Path> directory;
  private final boolean records;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is not valid; names its property
   */
  @Inject
  CassetteSettings(Config config) {
    this(DIRECTORY.find(config), MODE.get(config));
  }

  /**
   * @param directory empty for no cassettes
   * @throws IllegalArgumentException if the directory cannot be used; names the property
   */
  CassetteSettings(Optional<Path> directory, Mode mode) {
    this.directory = directory;
    this.records = mode == Mode.RECORD;
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
