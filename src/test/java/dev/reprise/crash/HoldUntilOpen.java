package dev.reprise.crash;

import static java.util.Objects.requireNonNull;

import dev.reprise.agent.EffectClass;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchService;

/** Unlike the others, hangs no longer than until somebody opens the gate. */
@ApplicationScoped
public class HoldUntilOpen extends Hold {

  HoldUntilOpen() {
    super("hold_until_open", EffectClass.IDEMPOTENT);
  }

  @Override
  void hold(Path path) throws Exception {
    Path gate = gate(path);
    try (WatchService directory = FileSystems.getDefault().newWatchService()) {
      requireNonNull(gate.getParent()).register(directory, StandardWatchEventKinds.ENTRY_CREATE);
      while (!Files.exists(gate)) { // it may have come before the watch
        directory.take().reset();
      }
    }
  }
}
