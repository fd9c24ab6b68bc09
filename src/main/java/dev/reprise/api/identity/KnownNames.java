package dev.reprise.api.identity;

import static java.lang.System.Logger.Level.WARNING;

import com.ibm.websphere.security.UserRegistry;
import com.ibm.websphere.security.WSSecurityException;
import com.ibm.wsspi.security.registry.RegistryHelper;
import dev.reprise.api.http.ProblemException;
import dev.reprise.run.approval.Person;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.rmi.RemoteException;
import java.util.Optional;

/**
 * Tells names under which a caller may log in from those under which none can. The user registry
 * knows its users, and the application its keys. Users with tokens are known to their identity
 * provider alone, so each name may be one of theirs.
 */
@ApplicationScoped
public class KnownNames {

  private static final System.Logger LOG = System.getLogger(KnownNames.class.getName());

  private final RegistryNames names;
  private final TenantResolver tenants;
  private final ApiKeys keys;

  @Inject
  KnownNames(RegistryNames names, TenantResolver tenants, ApiKeys keys) {
    this.names = names;
    this.tenants = tenants;
    this.keys = keys;
  }

  /** Returns whether a caller of a tenant may have a name, as far as this server can tell. */
  public boolean mayBe(String tenant, String name) {
    Optional<String> key = new Person(name).apiKey();
    if (key.isPresent()) {
      return !keys.creators(tenant, key.get()).isEmpty();
    }
    return names.inRegistry(name).map(user -> isUser(tenant, user)).orElse(true);
  }

  private boolean isUser(String tenant, String user) {
    try {
      UserRegistry registry = RegistryHelper.getUserRegistry(null);
      return registry == null
          || (registry.isValidUser(user) && tenants.ofUser(user).equals(tenant));
    } catch (ProblemException noTenant) {
      return false;
    } catch (WSSecurityException | RemoteException e) {
      LOG.log(WARNING, "the user registry cannot tell whether it has '%s'".formatted(user), e);
      return true;
    }
  }
}
