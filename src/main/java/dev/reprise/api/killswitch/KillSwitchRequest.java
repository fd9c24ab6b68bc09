package dev.reprise.api.killswitch;

import dev.reprise.operations.killswitch.KillSwitch;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * Something that is to be stopped.
 *
 * @param name of the tool or agent; absent for other kinds. The server must know it, unless {@code
 *     unknown} says that it need not
 * @param tenant for whom; that of the caller by default. Another one, or {@code *} for all, is for
 *     admins of the tenant {@code default}; it must have done something, or an agent must be for
 *     it, unless {@code unknown} says that it need not
 * @param reason in words; shown in each refusal that the switch causes
 * @param unknown true to set the switch although there is no such tool, agent or tenant; false by
 *     default
 */
public record KillSwitchRequest(
    @NotNull(message = "is missing; it must say what is stopped") KillSwitch.Kind kind,
    @Nullable
        @Pattern(
            regexp = "[A-Za-z0-9][A-Za-z0-9._-]{0,127}",
            message = "must have 1 to 128 letters, digits, '.', '_' and '-'")
        String name,
    @Nullable @Size(max = 64, message = "must have at most {max} characters") String tenant,
    @NotBlank(message = "is missing; it must say why")
        @Size(max = 1000, message = "must have at most {max} characters")
        String reason,
    @Nullable Boolean unknown) {}
