package dev.reprise.api.webhook;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.agent.Role;
import dev.reprise.api.audit.ConcealedUrl;
import dev.reprise.api.http.IfMatch;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ResourceUris;
import dev.reprise.api.http.SecretResponse;
import dev.reprise.api.idempotency.CreationId;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.page.Items;
import dev.reprise.webhook.Delivery;
import dev.reprise.webhook.TestDelivery;
import dev.reprise.webhook.Webhook;
import dev.reprise.webhook.Webhooks;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;

/**
 * Webhooks of the caller's tenant. A URL may contain a receiver's own secret, so only operators see
 * them; they send data of runs to the outside, so only admins make and change them. Tested by
 * {@code WebhooksIT}.
 */
@Path("webhooks")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed({"operator", "auditor"})
@RequestScoped
public class WebhooksResource {

  private static final System.Logger LOG = System.getLogger(WebhooksResource.class.getName());

  @Inject Caller caller;
  @Inject Webhooks webhooks;
  @Inject TestDelivery tests;
  @Inject WebhookValidator check;
  @Inject CreationId creation;

  @GET
  @Operation(summary = "List the webhooks of the tenant, the oldest first")
  public Items<WebhookView> list() {
    return new Items<>(webhooks.list(caller.tenant()).stream().map(this::view).toList());
  }

  @POST
  @RolesAllowed("admin")
  @ConcealedUrl("url")
  @Operation(
      summary = "Create a webhook, with a secret that is shown in this response only",
      description =
          "Each event of the tenant's runs from now on, of the kinds in events, is sent to the URL as a"
              + " signed POST, at least once, and in order for each run. A repetition under its"
              + " Idempotency-Key shows the webhook without `secret`: if that was not received,"
              + " rotate the secret.")
  @APIResponseSchema(value = WebhookView.class, responseCode = "201")
  public Response create(
      @NotNull(message = "The request must have a body.") @Valid WebhookRequest request,
      @Context UriInfo uri) {
    Webhook.Definition definition = check.definition(request);
    Webhooks.WithSecret made = once(definition);
    log("created", made.webhook());
    return SecretResponse.show(
            WebhookView.of(made), Response.created(ResourceUris.of(made.webhook(), uri)))
        .tag(tag(made.webhook()))
        .build();
  }

  /** The secret of a webhook that a lost server has created was never received: it gets another. */
  private Webhooks.WithSecret once(Webhook.Definition definition) {
    Optional<Webhook> before =
        creation.isRepeated() ? webhooks.find(caller.tenant(), creation.get()) : Optional.empty();
    return before
        .map(it -> rotated(it.id()))
        .orElseGet(
            () -> webhooks.create(creation.get(), caller.tenant(), definition, caller.name()));
  }

  @GET
  @Path("{id}")
  @Operation(summary = "Show a webhook, without its secret")
  @APIResponseSchema(WebhookView.class)
  public Response get(@PathParam("id") UUID id) {
    return ok(find(id));
  }

  @PUT
  @Path("{id}")
  @RolesAllowed("admin")
  @ConcealedUrl("url")
  @Operation(
      summary = "Replace the URL, the events and the state of a webhook; its secret stays",
      description =
          "Deliveries that wait go to the new URL; those of a disabled webhook wait until it is enabled."
              + " With If-Match, the ETag of an earlier response, the webhook is changed only if it has"
              + " not been changed since.")
  @APIResponseSchema(WebhookView.class)
  public Response replace(
      @PathParam("id") UUID id,
      @NotNull(message = "The request must have a body.") @Valid WebhookRequest request,
      @BeanParam IfMatch condition) {
    Webhook read = find(id);
    Webhook.Definition definition = check.definition(request);
    Webhook changed =
        retried(
            read,
            webhook -> {
              condition.require("Webhook " + id, tag(webhook));
              return webhooks.change(webhook, definition);
            });
    log("changed", changed);
    return ok(changed);
  }

  @DELETE
  @Path("{id}")
  @RolesAllowed("admin")
  @Operation(summary = "Delete a webhook and its deliveries; what waits is not sent any more")
  @APIResponse(responseCode = "204", description = "The webhook is deleted")
  public void remove(@PathParam("id") UUID id) {
    Webhook webhook = find(id);
    if (webhooks.remove(webhook)) {
      log("deleted", webhook);
    }
  }

  @POST
  @Path("{id}:rotate-secret")
  @RolesAllowed("admin")
  @Operation(
      summary = "Give a webhook a new secret, which is shown in this response only",
      description =
          "Until earlierSecretUntil, messages are signed with both secrets, so that the receiver can"
              + " change its own in time. A second rotation drops the first secret at once. A"
              + " repetition under its Idempotency-Key shows the webhook without `secret`.")
  @APIResponseSchema(WebhookView.class)
  public Response rotateSecret(@PathParam("id") UUID id) {
    Webhooks.WithSecret rotated = rotated(id);
    log("secret rotated", rotated.webhook());
    return SecretResponse.show(WebhookView.of(rotated), Response.ok())
        .tag(tag(rotated.webhook()))
        .build();
  }

  /**
   * What became of a test message.
   *
   * @param accepted whether the receiver, or the mail server, accepted it
   * @param response the HTTP status of the receiver; absent if there was none
   * @param error why it was not accepted; absent if it was
   */
  public record WebhookTest(boolean accepted, Optional<Integer> response, Optional<String> error) {}

  @POST
  @Path("{id}:test")
  @RolesAllowed("admin")
  @Operation(
      summary = "Send a webhook one test message now, and tell what the receiver answers",
      description =
          "The message is signed as those of events, has the type webhook.test, is sent once, also"
              + " while the webhook is disabled, and is no delivery.")
  public WebhookTest test(@PathParam("id") UUID id) {
    Webhook webhook = find(id);
    Delivery.LastAnswer answer = tests.to(webhook).orElseThrow(ProblemException::noWebhook);
    log("tested", webhook);
    return new WebhookTest(answer.error().isEmpty(), answer.status(), answer.error());
  }

  private Webhooks.WithSecret rotated(UUID id) {
    Optional<Webhooks.WithSecret> rotated = webhooks.rotateSecret(find(id));
    while (rotated.isEmpty()) {
      rotated = webhooks.rotateSecret(find(id)); // another request changed it
    }
    return rotated.get();
  }

  /** Repeats a change on the present webhook until no other change comes first. */
  private Webhook retried(Webhook read, Function<Webhook, Optional<Webhook>> change) {
    Optional<Webhook> changed = change.apply(read);
    while (changed.isEmpty()) {
      changed = change.apply(find(read.id()));
    }
    return changed.get();
  }

  private Response ok(Webhook webhook) {
    return Response.ok(view(webhook)).tag(tag(webhook)).build();
  }

  private WebhookView view(Webhook webhook) {
    boolean isAdmin = caller.roles().stream().anyMatch(role -> role.includes(Role.ADMIN));
    return isAdmin ? WebhookView.of(webhook) : WebhookView.concealing(webhook);
  }

  private static EntityTag tag(Webhook webhook) {
    return new EntityTag(String.valueOf(webhook.revision()));
  }

  private void log(String what, Webhook webhook) {
    LOG.log(
        INFO,
        "webhook %s of tenant %s: %s by %s"
            .formatted(webhook.id(), webhook.tenant(), what, caller.name()));
  }

  private Webhook find(UUID id) {
    return webhooks.find(caller.tenant(), id).orElseThrow(ProblemException::noWebhook);
  }
}
