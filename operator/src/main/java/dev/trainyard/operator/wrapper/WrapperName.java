package dev.trainyard.operator.wrapper;

/// What an AppWrapper is called.
public record WrapperName(String namespace, String name) {}
