package dev.reprise.api.stream;

import dev.reprise.model.ReplyStreams.SoFar;
import dev.reprise.tool.call.LiveCallProgress.Standing;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a run at this moment and not recorded.
 *
 * @param reply that is coming
 * @param calls that are made and have said how far they are
 */
record LiveSnapshot(Optional<SoFar> reply, List<Standing> calls) {
  LiveSnapshot {
    calls = List.copyOf(calls);
  }
}
