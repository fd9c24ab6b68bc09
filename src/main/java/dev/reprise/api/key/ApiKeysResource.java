package dev.reprise.api.key;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.agent.Role;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.http.SecretResponse;
import dev.reprise.api.idempotency.CreationId;
import dev.reprise.api.identity.ApiKey;
import dev.reprise.api.identity.ApiKeys;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.page.Cursor;
import dev.reprise.api.page.Page;
import dev.reprise.api.page.PageQuery;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;

/** Keys by which programs of a tenant log in. Tested by {@code ApiKeyIT}. */
@Path("api-keys")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed("admin")
@RequestScoped
public class ApiKeysResource {

  private static final System.Logger LOG = System.getLogger(ApiKeysResource.class.getName());
  private static final Duration USUAL_LIFE = Duration.ofDays(90);

  private static final Setting<Duration> MAX_LIFE =
      Setting.of("reprise.api-keys.max-life", SettingType.duration("PT1M"), "P365D")
          .means("how long after its creation an API key may be accepted");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("logins", MAX_LIFE);
    }
  }

  @Inject Caller caller;
  @Inject ApiKeys keys;
  @Inject CreationId creation;
  @Inject Config config;
  @Inject Clock clock;

  @GET
  @RolesAllowed("auditor")
  @Operation(
      summary = "List the API keys of the tenant, the newest first, without their secrets",
      description = "Also those that have expired or were revoked.")
  public Page<ApiKeyView> list(@BeanParam PageQuery page) {
    int limit = page.limit();
    Optional<ApiKeys.Place> after =
        page.cursor().map(Cursor::place).map(it -> new ApiKeys.Place(it.at(), it.id()));
    return Page.of(
            keys.list(caller.tenant(), after, limit + 1),
            limit,
            it -> Cursor.after(it.created().at(), it.id()))
        .map(ApiKeyView::of);
  }

  @POST
  @Operation(
      summary = "Create an API key, which is shown in this response only",
      description =
          "Requests with the key have its roles, in the tenant of the caller. The server stores a hash"
              + " of the key. A caller who has logged in with a key cannot create another one."
              + " A repetition under its Idempotency-Key shows the key without `key`: if that was"
              + " not received, revoke the key and create another one.")
  @APIResponseSchema(value = ApiKeyView.class, responseCode = "201")
  public Response create(
      @NotNull(message = "The request must have a body.") @Valid ApiKeyRequest request,
      @Context UriInfo uri) {
    if (caller.isApiKey()) {
      throw new ProblemException(
          ProblemType.FORBIDDEN,
          "An API key cannot create another one, because that one would outlive it.");
    }
    var term = new ApiKeys.Term(caller.name(), expiry(request));
    ApiKeys.WithToken created =
        keys.create(creation.get(), caller.tenant(), request.name(), roles(request), term);
    log("created", created.key());
    return SecretResponse.show(
            ApiKeyView.of(created), Response.created(ResourceUris.apiKey(created.key().id(), uri)))
        .build();
  }

  private Instant expiry(ApiKeyRequest request) {
    Duration longest = MAX_LIFE.get(config);
    Instant now = clock.instant();
    Instant usual = now.plus(longest.compareTo(USUAL_LIFE) < 0 ? longest : USUAL_LIFE);
    Instant until = Optional.ofNullable(request.expiresAt()).orElse(usual);
    if (!until.isAfter(now) || until.isAfter(now.plus(longest))) {
      throw ProblemException.invalidValue(
          "expiresAt",
          "must be in the future, and at most %s from now (reprise.api-keys.max-life)"
              .formatted(longest));
    }
    return until;
  }

  private static Set<Role> roles(ApiKeyRequest request) {
    Set<Role> roles = EnumSet.noneOf(Role.class);
    for (String name : request.roles()) {
      roles.add(
          Role.named(name)
              .orElseThrow(
                  () ->
                      ProblemException.invalidValue(
                          "roles",
                          "must be some of %s"
                              .formatted(
                                  Arrays.stream(Role.values()).map(Role::roleName).toList()))));
    }
    return roles;
  }

  @GET
  @Path("{id}")
  @RolesAllowed("auditor")
  @Operation(summary = "Show an API key, without its secret")
  public ApiKeyView get(@PathParam("id") UUID id) {
    return ApiKeyView.of(find(id));
  }

  @POST
  @Path("{id}:revoke")
  @Operation(
      summary = "Revoke an API key for good; it may be repeated",
      description = "Requests with it are refused at once, on all servers.")
  public ApiKeyView revoke(@PathParam("id") UUID id) {
    if (keys.revoke(caller.tenant(), id, caller.name())) {
      log("revoked", find(id));
    }
    return ApiKeyView.of(find(id));
  }

  private void log(String what, ApiKey key) {
    LOG.log(
        INFO,
        "API key %s ('%s') of tenant %s: %s by %s"
            .formatted(key.id(), key.name(), key.tenant(), what, caller.name()));
  }

  private ApiKey find(UUID id) {
    return keys.find(caller.tenant(), id)
        .orElseThrow(() -> ProblemException.notFound("There is no API key of this id."));
  }
}
