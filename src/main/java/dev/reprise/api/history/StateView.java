package dev.reprise.api.history;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.reprise.api.control.ToolCallStatus;
import dev.reprise.api.run.RunProgress;
import dev.reprise.history.EventPlace;
import dev.reprise.history.PastState;
import dev.reprise.run.state.RunStatus;
import java.util.List;

/**
 * What a run was after one of its events. Its groups are flat in JSON.
 *
 * @param place the event
 * @param outputs of the phases that were completed, in order
 * @param openCalls of the newest reply, until all of them have results
 * @param messages how many the model of the open phase is told; 0 if no phase is open
 */
public record StateView(
    @JsonUnwrapped EventPlace place,
    RunStatus status,
    @JsonUnwrapped RunProgress.PhaseProgress phaseProgress,
    List<PhaseOutput> outputs,
    List<OpenCallView> openCalls,
    int messages,
    @JsonUnwrapped RunProgress.Consumption consumption) {

  /** A call of the newest reply. */
  public record OpenCallView(String id, String tool, ToolCallStatus status) {}

  static StateView of(PastState past) {
    var open = past.state().openPhase();
    return new StateView(
        past.place(),
        past.status(),
        RunProgress.PhaseProgress.of(past.state()),
        PhaseOutput.of(past.state()),
        open.stream()
            .flatMap(phase -> phase.work().calls().stream())
            .map(
                call ->
                    new OpenCallView(
                        call.call().id(),
                        call.call().tool(),
                        ToolCallStatus.of(past.status(), call.progress())))
            .toList(),
        open.map(phase -> phase.work().transcript().messages().size()).orElse(0),
        RunProgress.Consumption.of(past.state()));
  }
}
