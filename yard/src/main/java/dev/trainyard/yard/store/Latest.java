package dev.trainyard.yard.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;

/// The state a writer builds on.
interface Latest {

  Optional<ObjectNode> find(Key key);

  NavigableMap<Key, ObjectNode> list(String resource);

  NavigableSet<Key> keys(Range part);
}
