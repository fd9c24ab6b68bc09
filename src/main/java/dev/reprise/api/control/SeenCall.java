package dev.reprise.api.control;

import dev.reprise.agent.message.CallLocation;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A tool call as a person saw it in the list of a run's calls, so that the person's decision can
 * apply to no other call.
 *
 * @param iteration of the reply that requested the call
 * @param digest of the call in that state: the tool, its arguments, how often it was started or a
 *     person was asked about it, and the terms and the run of the question
 * @param id of the call; may be absent if the address has it. Not each id can be part of one: then
 *     the address has {@code -}
 */
public record SeenCall(
    @NotBlank(message = "is missing") String phase,
    @NotNull(message = "is missing") @Min(value = 1, message = "must be at least {value}")
        Integer iteration,
    @NotNull(message = "is missing")
        @Pattern(regexp = "[0-9a-f]{64}", message = "must be 64 hexadecimal digits")
        String digest,
    @Nullable String id) {

  /** Names a call whose id the address has. */
  public SeenCall(String phase, Integer iteration, String digest) {
    this(phase, iteration, digest, null);
  }

  /**
   * Returns where the call was requested.
   *
   * @param inAddress the id that the address has
   */
  CallLocation location(String inAddress) {
    return new CallLocation(phase, iteration, id(inAddress));
  }

  /** Returns the id of the call. */
  String id(String inAddress) {
    return id == null ? inAddress : id;
  }
}
