package dev.reprise.model.cassette;

import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/** The directory of cassettes, and whether this server records or replays them. */
@Dependent
public final class CassetteSettings extends SettingGroup {

  /** What this server does with cassettes. */
  enum Mode {
    RECORD,
    REPLAY
  }

  private final Optional<Path> directory =
      optional("reprise.cassettes.dir", SettingType.path())
          .means("the directory of the cassettes; without it no agent can use `recorded`");
  private final boolean records =
      setting("reprise.cassettes.mode", SettingType.choice(Mode.class), "replay")
              .means(
                  "`replay` answers from cassettes and calls no provider; `record` calls it, and"
                      + " appends each call to the cassette")
          == Mode.RECORD;

  public CassetteSettings() {
    super("cassettes");
  }

  /**
   * @throws IllegalArgumentException if the directory cannot be used; names the property
   */
  @Inject
  CassetteSettings(Config config) {
    super("cassettes", config);
    if (directory.isPresent() && !Files.isDirectory(directory.get())) {
      throw new IllegalArgumentException(
          "reprise.cassettes.dir must be a directory, not " + directory.get());
    }
    if (records && directory.filter(Files::isWritable).isEmpty()) {
      throw new IllegalArgumentException(
          "reprise.cassettes.dir must be a writable directory if reprise.cassettes.mode is record");
    }
  }

  @Override
  public void check(Config config) {
    new CassetteSettings(config);
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
