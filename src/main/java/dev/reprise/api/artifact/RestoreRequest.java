package dev.reprise.api.artifact;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request to undo a decision about a generated tool.
 *
 * @param change the decision; the newest one if absent
 * @param reason is kept with the tool
 */
public record RestoreRequest(
    @Nullable UUID change,
    @NotBlank(message = "is missing; it must say why")
        @Size(max = 500, message = "must have at most {max} characters")
        @Pattern(regexp = "[^\\p{Cntrl}]*", message = "must be one line of text")
        String reason) {}
