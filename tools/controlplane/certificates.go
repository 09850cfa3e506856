package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// authority signs the certificates of one short-lived control plane.
type authority struct {
	directory   string
	certificate *x509.Certificate
	key         crypto.Signer
}

// makeCertificates fills a directory with all that one control plane on loopback needs to trust
// itself: ca.crt, apiserver.{crt,key}, kubelet-client.{crt,key} and service-accounts.key.
func makeCertificates(directory string) error {
	if err := os.MkdirAll(directory, 0o700); err != nil {
		return err
	}
	ca, err := newAuthority(directory)
	if err != nil {
		return err
	}
	server := &x509.Certificate{
		Subject:     pkix.Name{CommonName: "kube-apiserver"},
		DNSNames:    []string{"localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc"},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	if err := ca.issue("apiserver", server); err != nil {
		return err
	}
	client := &x509.Certificate{
		Subject:     pkix.Name{CommonName: "kube-apiserver-kubelet-client"},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	}
	if err := ca.issue("kubelet-client", client); err != nil {
		return err
	}
	accounts, err := newKey()
	if err != nil {
		return err
	}
	return writeKey(filepath.Join(directory, "service-accounts.key"), accounts)
}

func newAuthority(directory string) (*authority, error) {
	key, err := newKey()
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{
		Subject:               pkix.Name{CommonName: "trainyard-test-ca"},
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	ca := &authority{directory: directory, certificate: template, key: key}
	return ca, ca.sign("ca", template, key.Public())
}

// issue makes a key and a certificate for it, both named after whom they are for.
func (ca *authority) issue(name string, template *x509.Certificate) error {
	key, err := newKey()
	if err != nil {
		return err
	}
	template.KeyUsage = x509.KeyUsageDigitalSignature
	if err := ca.sign(name, template, key.Public()); err != nil {
		return err
	}
	return writeKey(filepath.Join(ca.directory, name+".key"), key)
}

func (ca *authority) sign(name string, template *x509.Certificate, key crypto.PublicKey) error {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return err
	}
	template.SerialNumber = serial
	template.NotBefore = time.Now().Add(-time.Hour)
	template.NotAfter = time.Now().Add(30 * 24 * time.Hour)
	der, err := x509.CreateCertificate(rand.Reader, template, ca.certificate, key, ca.key)
	if err != nil {
		return fmt.Errorf("certificate of %s: %w", name, err)
	}
	return writePem(filepath.Join(ca.directory, name+".crt"), "CERTIFICATE", der)
}

func newKey() (*ecdsa.PrivateKey, error) {
	return ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
}

func writeKey(path string, key *ecdsa.PrivateKey) error {
	der, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return err
	}
	return writePem(path, "EC PRIVATE KEY", der)
}

func writePem(path, kind string, der []byte) error {
	return os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600)
}
