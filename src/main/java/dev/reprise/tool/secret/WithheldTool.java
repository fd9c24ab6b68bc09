package dev.reprise.tool.secret;

import dev.reprise.platform.TenantScope;

/**
 * A tool that exists but is not offered.
 *
 * @param why in a sentence for people who grant it
 * @param tenants whose agents may know the reason
 */
public record WithheldTool(String why, TenantScope tenants) {}
