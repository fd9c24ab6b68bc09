package dev.reprise.api.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.reprise.agent.Role;
import dev.reprise.api.body.RequestBody;
import dev.reprise.api.http.ApiJson;
import dev.reprise.api.identity.Caller;
import dev.reprise.journal.audit.AuditEvent;
import dev.reprise.journal.audit.AuditRecord;
import dev.reprise.platform.redaction.Redaction;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Records each request that may change something, unless it is {@link NotAudited} or a preview
 * ({@link PreviewUnless}), and each that reads what is {@link Audited}, before it is carried out.
 * If it cannot be recorded, it is refused.
 *
 * <p>It comes after the check of roles, and after responses to repeated requests. What a role or
 * another check does not allow is recorded as well, also in what is not audited otherwise. Tested
 * by {@code AuditIT}.
 */
@Provider
@Priority(Priorities.USER + 100)
@ApplicationScoped
public class AuditFilter implements ContainerRequestFilter, ContainerResponseFilter {

  private static final System.Logger LOG = System.getLogger(AuditFilter.class.getName());
  private static final Set<String> READING =
      Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);
  private static final String RECORDED = AuditFilter.class.getName();

  private static final int REFUSED = 400;

  @Context ResourceInfo resource;
  @Context HttpServletRequest servlet;
  @Inject Caller caller;
  @Inject AuditRecord record;
  @Inject DeniedAccess denied;
  @Inject Redaction redaction;
  @Inject RequestBody received;

  /** A deed in the record. */
  private record Recorded(String tenant, long sequence) {}

  @Override
  public void filter(ContainerRequestContext request) throws IOException {
    boolean isAudited =
        READING.contains(request.getMethod())
            ? annotation(Audited.class).isPresent()
            : annotation(NotAudited.class).isEmpty();
    if (!isAudited || isPreview(request.getMediaType())) {
      return;
    }
    RecordedBody body = body(request.getMediaType());
    var deed =
        new AuditEvent.Deed(
            caller.name(),
            roles(),
            servlet.getRemoteAddr(),
            deed(request),
            body.text(),
            body.whole());
    request.setProperty(
        RECORDED, new Recorded(caller.tenant(), record.append(caller.tenant(), deed)));
  }

  private boolean isPreview(@Nullable MediaType type) throws IOException {
    Optional<String> member = annotation(PreviewUnless.class).map(PreviewUnless::value);
    if (member.isEmpty() || type == null || !isJson(type)) {
      return false;
    }
    try {
      JsonNode given = ApiJson.mapper().readTree(received.from(0)).path(member.get());
      return given.isMissingNode() || given.isNull() || given.equals(BooleanNode.TRUE);
    } catch (JsonProcessingException e) {
      return false; // the request is refused, and its entry says so
    }
  }

  /** The body is received whole, and what it is for reads it again. */
  private RecordedBody body(@Nullable MediaType type) throws IOException {
    if (type == null) {
      return RecordedBody.NONE;
    }
    return isJson(type)
        ? RecordedBody.of(
            received.from(0).readAllBytes(),
            redaction,
            annotation(ConcealedUrl.class).map(ConcealedUrl::value))
        : RecordedBody.ofFile(received.from(0), redaction);
  }

  private <A extends Annotation> Optional<A> annotation(Class<A> type) {
    return Optional.ofNullable(resource.getResourceMethod())
        .map(method -> method.getAnnotation(type))
        .or(
            () ->
                Optional.ofNullable(resource.getResourceClass()).map(it -> it.getAnnotation(type)));
  }

  private static boolean isJson(MediaType type) {
    return MediaType.APPLICATION_JSON_TYPE.isCompatible(type)
        || type.getSubtype().endsWith("+json");
  }

  private List<String> roles() {
    return caller.roles().stream().sorted().map(Role::roleName).toList();
  }

  private static String deed(ContainerRequestContext request) {
    String query = request.getUriInfo().getRequestUri().getQuery();
    return "%s %s%s"
        .formatted(
            request.getMethod(), request.getUriInfo().getPath(), query == null ? "" : "?" + query);
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    if (request.getProperty(RECORDED) instanceof Recorded recorded) {
      if (response.getStatus() >= REFUSED) {
        follow(recorded, new AuditEvent.Refused(recorded.sequence(), response.getStatus()));
      }
    } else if (response.getStatus() == Response.Status.FORBIDDEN.getStatusCode()
        && mayBeRecorded(request)) {
      denied.add(
          caller.tenant(),
          new AuditEvent.AccessDenied(
              caller.name(), roles(), servlet.getRemoteAddr(), deed(request), 1));
    }
  }

  private boolean mayBeRecorded(ContainerRequestContext request) {
    return READING.contains(request.getMethod())
        ? annotation(Audited.class).isPresent()
        : annotation(NotAudited.class)
            .filter(it -> it.value() == NotAudited.Reason.CHANGES_NOTHING)
            .isEmpty();
  }

  private void follow(Recorded recorded, AuditEvent event) {
    try {
      record.append(recorded.tenant(), event);
    } catch (RuntimeException e) {
      LOG.log(
          Level.WARNING,
          "audit record of tenant %s: what follows entry %d could not be recorded: %s"
              .formatted(recorded.tenant(), recorded.sequence(), event),
          e);
    }
  }
}
