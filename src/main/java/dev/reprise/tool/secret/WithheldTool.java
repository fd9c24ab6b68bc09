package dev.reprise.tool.secret;

import dev.reprise.platform.TenantScope;

/**
 * A tool that exists and is not offered.
 *
 * @param why in a sentence for those who grant it
 * @param tenants whose agents may know that
 */
public record WithheldTool(String why, TenantScope tenants) {}
