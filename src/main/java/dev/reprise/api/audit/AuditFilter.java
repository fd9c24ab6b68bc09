package dev.reprise.api.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.reprise.agent.Role;
import dev.reprise.api.identity.Caller;
import dev.reprise.journal.audit.AuditEvent;
import dev.reprise.journal.audit.AuditRecord;
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
import jakarta.ws.rs.ext.Provider;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.SequenceInputStream;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.Set;

/**
 * Records each request that may change something, unless it is {@link NotAudited}, before it is
 * carried out. If it cannot be recorded, it is refused.
 *
 * <p>It comes after the check of roles, and after responses to repeated requests.
 */
@Provider
@Priority(Priorities.USER + 100)
@ApplicationScoped
public class AuditFilter implements ContainerRequestFilter, ContainerResponseFilter {

  private static final System.Logger LOG = System.getLogger(AuditFilter.class.getName());
  private static final Set<String> READING =
      Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);
  private static final String RECORDED = AuditFilter.class.getName();

  /** The longest body that is recorded, in bytes. */
  static final int MAX_BODY = 4_000;

  private static final String TOO_LONG = "[not kept: more than %d bytes]".formatted(MAX_BODY);

  private static final int REFUSED = 400;

  @Context ResourceInfo resource;
  @Context HttpServletRequest servlet;
  @Inject Caller caller;
  @Inject AuditRecord record;

  private record Recorded(String tenant, long sequence) {}

  @Override
  public void filter(ContainerRequestContext request) throws IOException {
    if (READING.contains(request.getMethod()) || isNotAudited()) {
      return;
    }
    var deed =
        new AuditEvent.Deed(
            caller.name(),
            caller.roles().stream().sorted().map(Role::roleName).toList(),
            servlet.getRemoteAddr(),
            "%s %s".formatted(request.getMethod(), request.getUriInfo().getPath()),
            body(request));
    request.setProperty(
        RECORDED, new Recorded(caller.tenant(), record.append(caller.tenant(), deed)));
  }

  private boolean isNotAudited() {
    return resource.getResourceMethod().isAnnotationPresent(NotAudited.class)
        || resource.getResourceClass().isAnnotationPresent(NotAudited.class);
  }

  /**
   * Reads the beginning of a JSON request, and leaves all of it to be read; files are left alone.
   */
  private static Optional<String> body(ContainerRequestContext request) throws IOException {
    MediaType type = request.getMediaType();
    if (type == null || !MediaType.APPLICATION_JSON_TYPE.isCompatible(type)) {
      return Optional.empty();
    }
    byte[] beginning = request.getEntityStream().readNBytes(MAX_BODY + 1);
    request.setEntityStream(
        new SequenceInputStream(new ByteArrayInputStream(beginning), request.getEntityStream()));
    if (beginning.length > MAX_BODY) {
      return Optional.of(TOO_LONG); // a part of a JSON text cannot be redacted
    }
    return Optional.of(new String(beginning, UTF_8).strip()).filter(it -> !it.isEmpty());
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    if (response.getStatus() >= REFUSED
        && request.getProperty(RECORDED) instanceof Recorded recorded) {
      try {
        record.append(
            recorded.tenant(), new AuditEvent.Refused(recorded.sequence(), response.getStatus()));
      } catch (RuntimeException e) {
        LOG.log(
            Level.WARNING,
            "audit record of tenant %s: entry %d was not done (status %d), which could not be recorded"
                .formatted(recorded.tenant(), recorded.sequence(), response.getStatus()),
            e);
      }
    }
  }
}
