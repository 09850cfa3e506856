/// Who owns which fields of an object, and what becomes of them when somebody applies a part of it:
/// the rules of Kubernetes' server-side apply as functions of their arguments.
@NullMarked
package dev.trainyard.yard.apiserver.fields;

import org.jspecify.annotations.NullMarked;
