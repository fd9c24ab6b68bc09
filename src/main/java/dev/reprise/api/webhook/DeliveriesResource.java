package dev.reprise.api.webhook;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.http.QueryParameters;
import dev.reprise.api.identity.Caller;
import dev.reprise.api.page.Cursor;
import dev.reprise.api.page.Page;
import dev.reprise.api.page.PageQuery;
import dev.reprise.webhook.Deliveries;
import dev.reprise.webhook.Delivery;
import dev.reprise.webhook.DeliveryId;
import dev.reprise.webhook.DeliveryStatus;
import dev.reprise.webhook.Webhook;
import dev.reprise.webhook.Webhooks;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

/**
 * What was sent to webhooks of the caller's tenant, and what waits. Tested by {@code WebhooksIT}.
 */
@Path("webhooks/{id}/deliveries")
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@RolesAllowed({"operator", "auditor"})
@RequestScoped
public class DeliveriesResource {

  private static final System.Logger LOG = System.getLogger(DeliveriesResource.class.getName());

  @Inject Caller caller;
  @Inject Webhooks webhooks;
  @Inject Deliveries deliveries;

  @GET
  @Operation(
      summary = "List the deliveries of a webhook, the newest event first",
      description = "Deliveries that have ended are deleted after reprise.webhooks.keep.")
  public Page<DeliveryView> list(
      @PathParam("id") UUID id,
      @Parameter(schema = @Schema(implementation = DeliveryStatus.class)) @QueryParam("status")
          @Nullable String status,
      @BeanParam PageQuery page) {
    int limit = page.limit();
    Optional<DeliveryStatus> only = Optional.ofNullable(status).map(DeliveriesResource::status);
    Optional<Deliveries.Place> after = page.cursor().map(Cursor::delivery);
    return Page.of(deliveries.list(find(id), only, after, limit + 1), limit, Cursor::after)
        .map(DeliveryView::of);
  }

  private static DeliveryStatus status(String word) {
    return QueryParameters.oneOf(
        "status", word, List.of(DeliveryStatus.values()), DeliveryStatus::name);
  }

  @POST
  @Path("{delivery}:redeliver")
  @RolesAllowed("operator")
  @Operation(
      summary = "Send an event again that was delivered or given up",
      description =
          "It is sent as soon as earlier events of its run have ended, with all attempts again. Later"
              + " events of its run wait for it.")
  @APIResponseSchema(value = DeliveryView.class, responseCode = "202")
  public Response redeliver(@PathParam("id") UUID id, @PathParam("delivery") String delivery) {
    Webhook webhook = find(id);
    DeliveryId found = DeliveryId.of(delivery).orElseThrow(DeliveriesResource::noDelivery);
    boolean isPending = !deliveries.redeliver(webhook, found);
    Delivery now = deliveries.find(webhook, found).orElseThrow(DeliveriesResource::noDelivery);
    if (isPending) {
      throw new ProblemException(
          ProblemType.DELIVERY_PENDING,
          "Delivery %s is pending; it is sent without a request.".formatted(found));
    }
    LOG.log(
        INFO,
        "webhook %s of tenant %s, run %s: event %d is sent again for %s"
            .formatted(id, webhook.tenant(), found.run(), found.sequence(), caller.name()));
    return Response.accepted(DeliveryView.of(now)).build();
  }

  private Webhook find(UUID id) {
    return webhooks.find(caller.tenant(), id).orElseThrow(ProblemException::noWebhook);
  }

  private static ProblemException noDelivery() {
    return ProblemException.notFound("This webhook has no delivery of this id.");
  }
}
