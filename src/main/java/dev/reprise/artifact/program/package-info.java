/**
 * The code of artifacts: what the agent that writes it is asked, how its answer is read, which
 * checks code must pass before it is kept, and how it runs.
 *
 * <p>The agent only proposes. It has no tool that changes an artifact: the server reads its answer,
 * checks it and keeps it. Code runs in the sandbox with the rights of the agent that calls it, and
 * can call the tools alone that it declares.
 */
@NullMarked
package dev.reprise.artifact.program;

import org.jspecify.annotations.NullMarked;
