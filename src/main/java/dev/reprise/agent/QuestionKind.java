package dev.reprise.agent;

/** What a question to a person about a tool call is for. */
public enum QuestionKind {
  /** Permission to make the call. */
  APPROVAL,
  /** The result of the call, which is itself a question. */
  ANSWER
}
