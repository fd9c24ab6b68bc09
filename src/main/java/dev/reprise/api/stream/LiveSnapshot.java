package dev.reprise.api.stream;

import dev.reprise.model.ReplyStreams.SoFar;
import dev.reprise.tool.call.LiveCallProgress.Report;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a run at this moment and not recorded.
 *
 * @param reply the part of the model's reply that has arrived
 * @param calls running tool calls that have reported their progress
 */
record LiveSnapshot(Optional<SoFar> reply, List<Report> calls) {
  LiveSnapshot {
    calls = List.copyOf(calls);
  }
}
