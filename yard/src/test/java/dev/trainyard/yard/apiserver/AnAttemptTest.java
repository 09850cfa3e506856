package dev.trainyard.yard.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trainyard.yard.apiserver.rights.Attempt;
import dev.trainyard.yard.http.Query;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnAttemptTest {

  @ParameterizedTest
  @CsvSource({
    "GET,    /api/v1/namespaces/team/pods,        '',                 list pods of  in team named ",
    "GET,    /api/v1/namespaces/team/pods,        watch=1,            watch pods of  in team named"
        + " ",
    "GET,    /api/v1/pods,                        '',                 list pods of  in  named ",
    "GET,    /api/v1/namespaces/team/pods,        fieldSelector=metadata.name=a, list pods of  in"
        + " team named a",
    "POST,   /api/v1/namespaces/team/pods,        '',                 create pods of  in team named"
        + " ",
    "DELETE, /api/v1/namespaces/team/pods,        '',                 deletecollection pods of  in"
        + " team named ",
    "DELETE, /api/v1/namespaces/team/pods/a,      '',                 delete pods of  in team named"
        + " a",
    "PATCH,  /api/v1/namespaces/team/pods/a/status, '',               patch pods/status of  in team"
        + " named a",
    "GET,    /api/v1/namespaces/team/pods/a/log,  '',                 get pods/log of  in team"
        + " named a",
    "GET,    /api/v1/namespaces/team/services/a:80/proxy/x/y, '',     get services/proxy of  in"
        + " team named a:80",
    "PUT,    /apis/apps/v1/namespaces/team/deployments/a/scale, '',   update deployments/scale of"
        + " apps in team named a",
    "GET,    /api/v1/namespaces,                  '',                 list namespaces of  in  named"
        + " ",
    "GET,    /api/v1/namespaces/team,             '',                 get namespaces of  in team"
        + " named team",
    "PUT,    /api/v1/namespaces/team/status,      '',                 update namespaces/status of "
        + " in team named team",
    "GET,    /api/v1/nodes/a,                     '',                 get nodes of  in  named a",
    "POST,   /api/v1/namespaces/team/serviceaccounts/a/token, '',     create serviceaccounts/token"
        + " of  in team named a",
  })
  void on_a_resource_is_told_by_its_path(String method, String path, String query, String told) {
    var attempt = attempt(method, path, query);

    assertThat(attempt)
        .isInstanceOfSatisfying(
            Attempt.Resource.class,
            it ->
                assertThat(
                        "%s %s of %s in %s named %s"
                            .formatted(
                                it.verb(), it.whole(), it.group(), it.namespace(), it.name()))
                    .isEqualToNormalizingWhitespace(told));
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /api, get",
    "GET, /api/v1, get",
    "GET, /apis/apps/v1, get",
    "GET, /version, get",
    "POST, /openapi/v3, post",
  })
  void on_anything_else_is_its_path(String method, String path, String verb) {
    assertThat(attempt(method, path, "")).isEqualTo(new Attempt.Path(verb, path));
  }

  private static Attempt attempt(String method, String path, String query) {
    var steps = Arrays.stream(path.split("/", -1)).filter(step -> !step.isEmpty()).toList();
    return Attempts.of(method, path, steps, new Query(query));
  }
}
