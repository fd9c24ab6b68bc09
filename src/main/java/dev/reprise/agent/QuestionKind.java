package dev.reprise.agent;

/** What a person is asked for about a tool call. */
public enum QuestionKind {
  /** Whether it may be made. */
  APPROVAL,
  /** What it asks: the answer is its result. */
  ANSWER
}
