package dev.reprise.api;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** All resources live below {@code /api/v1}. */
@ApplicationPath("/api/v1")
public class Api extends Application {}
