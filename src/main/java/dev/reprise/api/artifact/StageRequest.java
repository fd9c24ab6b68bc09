package dev.reprise.api.artifact;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;

/**
 * A request to change who may call a generated tool.
 *
 * @param reason is kept with the tool
 */
public record StageRequest(
    @NotBlank(message = "is missing; it must say why")
        @Size(max = 500, message = "must have at most {max} characters")
        @Pattern(regexp = "[^\\p{Cntrl}]*", message = "must be one line of text")
        String reason) {}
