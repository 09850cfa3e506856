package dev.trainyard.yard.node.kubelet;

import dev.trainyard.yard.http.Call;
import dev.trainyard.yard.http.Door;
import dev.trainyard.yard.http.RefusedException;
import java.io.IOException;
import java.util.Set;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lets in whoever has proven to be one of these names, by a certificate of the authority that the
/// connection trusts. An authority signs many people's certificates; only the API server's count.
record CallersDoor(Set<String> names) implements Door {

  private static final Logger log = LoggerFactory.getLogger(CallersDoor.class);

  @Override
  public boolean admit(Call call) {
    var shown = call.clientCertificates();
    if (shown.isEmpty()) {
      throw new RefusedException(401, "Unauthorized: a client certificate is needed here");
    }
    var name = commonName(shown.getFirst().getSubjectX500Principal().getName());
    if (!names.contains(name)) {
      throw new RefusedException(
          401, "Unauthorized: \"%s\" is not the API server of this node".formatted(name));
    }
    return true;
  }

  private static String commonName(String distinguished) {
    try {
      return new LdapName(distinguished)
          .getRdns().stream()
              .filter(part -> part.getType().equalsIgnoreCase("CN"))
              .map(part -> String.valueOf(part.getValue()))
              .findFirst()
              .orElse("");
    } catch (InvalidNameException _) {
      return "";
    }
  }

  @Override
  public void explain(Call call, Throwable why) throws IOException {
    if (why instanceof RefusedException refused) {
      call.replyText(refused.code(), refused.why() + "\n");
      return;
    }
    log.atError().setCause(why).addKeyValue("path", call.path()).log("A request failed");
    call.replyText(500, "The node failed to answer; its log tells more.\n");
  }
}
