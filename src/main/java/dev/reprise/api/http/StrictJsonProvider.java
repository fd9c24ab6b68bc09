package dev.reprise.api.http;

import com.fasterxml.jackson.jakarta.rs.json.JacksonJsonProvider;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;

/** Reads and writes JSON bodies by the API's strict rules. */
@Provider
@Consumes(MediaType.APPLICATION_JSON)
@Produces({MediaType.APPLICATION_JSON, ProblemDetail.JSON})
public class StrictJsonProvider extends JacksonJsonProvider {

  public StrictJsonProvider() {
    super(ApiJson.mapper());
  }
}
