package dev.reprise.api.bulk;

import dev.reprise.api.http.OneLine;
import dev.reprise.operations.bulk.BulkAct;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request to act on many runs.
 *
 * @param act what is done to each of them
 * @param filter which runs are meant
 * @param reason for the records; required to erase or migrate runs
 * @param preview the preview that was returned for this act and filter, to carry out that; absent
 *     to get a preview, which changes nothing
 */
public record BulkRequest(
    @NotNull(message = "is missing") BulkAct act,
    @NotNull(message = "is missing; it may be an empty object") @Valid RunFilter filter,
    @Nullable @OneLine String reason,
    @Nullable
        @Pattern(
            regexp = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
            message = "must be the preview of an earlier response, unchanged")
        String preview) {}
