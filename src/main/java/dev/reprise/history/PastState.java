package dev.reprise.history;

import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;

/** What a run was after one of its events. */
public record PastState(EventPlace place, RunStatus status, RunState state) {}
