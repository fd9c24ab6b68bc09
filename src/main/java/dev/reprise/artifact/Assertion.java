package dev.reprise.artifact;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A recorded example by which a program is accepted.
 *
 * @param description what it shows, for people and for models
 * @param input of the call
 * @param result a JSON Schema that the call's result must fit
 */
public record Assertion(String description, JsonNode input, JsonNode result) {}
