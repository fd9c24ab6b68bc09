package dev.reprise.api;

import dev.reprise.api.http.ProblemDetail;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import org.eclipse.microprofile.openapi.annotations.Components;
import org.eclipse.microprofile.openapi.annotations.OpenAPIDefinition;
import org.eclipse.microprofile.openapi.annotations.enums.SecuritySchemeType;
import org.eclipse.microprofile.openapi.annotations.info.Info;
import org.eclipse.microprofile.openapi.annotations.info.License;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.security.SecurityRequirement;
import org.eclipse.microprofile.openapi.annotations.security.SecurityScheme;
import org.eclipse.microprofile.openapi.annotations.servers.Server;

/** The API, below {@code /api/v1}, and what its description says of all operations. */
@ApplicationPath("/api/v1")
@OpenAPIDefinition(
    info =
        @Info(
            title = "Reprise",
            version = "v1",
            license =
                @License(
                    name = "Apache-2.0",
                    url = "https://www.apache.org/licenses/LICENSE-2.0.txt"),
            description =
                "Durable runs of LLM agents. Every error has a problem as its response (RFC 9457)"
                    + " whose type is stable."),
    servers = @Server(url = "/", description = "The server of this document"),
    security = {@SecurityRequirement(name = Api.PASSWORD), @SecurityRequirement(name = Api.BEARER)},
    components =
        @Components(
            securitySchemes = {
              @SecurityScheme(
                  securitySchemeName = Api.PASSWORD,
                  description = "The name and the password of a user",
                  type = SecuritySchemeType.HTTP,
                  scheme = "basic"),
              @SecurityScheme(
                  securitySchemeName = Api.BEARER,
                  description = "An API key, or a token of an identity provider",
                  type = SecuritySchemeType.HTTP,
                  scheme = "bearer")
            },
            responses =
                @APIResponse(
                    name = Api.PROBLEM,
                    description = "Why the request was not carried out",
                    content =
                        @Content(
                            mediaType = ProblemDetail.JSON,
                            schema = @Schema(implementation = ProblemDetail.class)))))
public class Api extends Application {

  static final String PASSWORD = "password";
  static final String BEARER = "bearer";
  static final String PROBLEM = "problem";
}
