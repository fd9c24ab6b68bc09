package dev.reprise.agent.message;

/** Why a model's reply is not complete although it has come whole. */
public enum Incomplete {

  /** The reply reached the number of tokens that it may have, at most. */
  CUT_OFF,

  /** The provider paused the reply and continues it when it gets it back. */
  PAUSED
}
